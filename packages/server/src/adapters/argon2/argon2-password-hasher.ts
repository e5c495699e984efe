/** Passwords by Argon2id, with the settings that OWASP recommends first. */
import { hash, verify } from '@node-rs/argon2'
import type { PasswordHasher } from '../../ports/password-hasher.ts'

/** Argon2id is the library's own choice; the prefix below holds it to that. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const currentPrefix = `$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$`

/** The same letters typed on two keyboards may be put together differently. */
const normalise = (password: string) => password.normalize('NFKC')

export async function createArgon2PasswordHasher(): Promise<PasswordHasher> {
  // Compared with when there is no account: finding that out takes as long as a wrong password does.
  const nobodysHash = await hash(crypto.randomUUID(), options)
  return {
    hash: password => hash(normalise(password), options),
    async verify(password, passwordHash) {
      const isRight = await verify(passwordHash ?? nobodysHash, normalise(password))
      return isRight && passwordHash !== null
    },
    isOutdated: passwordHash => !passwordHash.startsWith(currentPrefix),
  }
}
