/** Makes of a password something that can be compared with it and tells nothing else. */

export interface PasswordHasher {
  hash(password: string): Promise<string>
  /** Takes as long without a hash as with one. */
  verify(password: string, hash: string | null): Promise<boolean>
  /** Whether the hash was made with weaker settings than today's. */
  isOutdated(hash: string): boolean
}
