// What Neon's API v2 takes and answers, as far as previews need it.

export interface NeonOperation {
  id: string;
  action: string;
  status: "scheduling" | "running" | "finished" | "failed" | "error" | "cancelling" | "cancelled" | "skipped";
  error?: string;
}

export interface NeonBranch {
  id: string;
  name: string;
  /** Absent on the root branch. */
  parent_id?: string;
  /** "init" and others pass; "ready" is served. */
  current_state: string;
  default: boolean;
  protected: boolean;
  created_at: string;
  expires_at?: string;
}

export interface NeonEndpoint {
  id: string;
  branch_id: string;
  /** The host name that clients connect to. */
  host: string;
  type: "read_write" | "read_only";
}

export interface NewBranch {
  name: string;
  parentId?: string | undefined;
  expiresAt: string;
}

/** The body of a failed request. */
export interface NeonFailure {
  code: string;
  message: string;
  request_id?: string;
}
