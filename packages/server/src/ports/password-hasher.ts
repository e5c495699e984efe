/** Password hashing and verification. */

export interface PasswordHasher {
  hash(password: string): Promise<string>
  /**
   * Always hashes, even if `hash` is null, so that response time does not reveal whether the account exists (user
   * enumeration).
   */
  verify(password: string, hash: string | null): Promise<boolean>
  /** Whether the hash was created with weaker parameters than the current ones. */
  isOutdated(hash: string): boolean
}
