declare namespace Cloudflare {
  interface Env {
    /** Connection string of the sample database's read-only role. */
    READER_URL: string;
  }
}
