export interface HttpEnv {
  Bindings: Env;
  Variables: { requestId: string; tenant?: string; tokenId?: string };
}
