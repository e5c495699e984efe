/** Keeps a secret that must be read again from whoever reads only the database. */

export interface SecretBox {
  seal(secret: string): string
  /** Throws when it was sealed by another key, or changed. */
  open(sealed: string): string
}
