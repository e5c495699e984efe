/** Password hashing with Argon2id, using the first parameter set that OWASP recommends. */
import { hash, verify } from '@node-rs/argon2'

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

/** Argon2id is the default of the library; the prefix below detects any change. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const currentPrefix = `$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$`

/** Keyboards and systems compose the same characters differently. */
const normalizePassword = (password: string) => password.normalize('NFKC')

/** Password hashing with Argon2id, using the first parameter set that OWASP recommends. */
export async function createArgon2PasswordHasher(): Promise<PasswordHasher> {
  // Always hash, so that response time does not reveal whether the account exists (user enumeration).
  const dummyHash = await hash(crypto.randomUUID(), options)
  return {
    hash: password => hash(normalizePassword(password), options),
    async verify(password, passwordHash) {
      const isMatch = await verify(passwordHash ?? dummyHash, normalizePassword(password))
      return isMatch && passwordHash !== null
    },
    isOutdated: passwordHash => !passwordHash.startsWith(currentPrefix),
  }
}
