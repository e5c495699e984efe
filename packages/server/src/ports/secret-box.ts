/** Authenticated encryption of stored secrets, so that read access to the database does not reveal them. */

export interface SecretBox {
  seal(secret: string): string
  /** Throws if it was encrypted with another key or modified. */
  open(sealed: string): string
}
