/** What tenants and connections are called. */
export const identifierShape = /^[a-z0-9][a-z0-9_-]{0,62}$/;
