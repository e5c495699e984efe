/** Dependencies of the account use cases. */
import type { AccountStore } from '../../ports/account-store.ts'
import type { AttemptCounter } from '../../ports/attempt-counter.ts'
import type { KnownDeviceStore } from '../../ports/known-device-store.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { PasswordHasher } from '../../ports/password-hasher.ts'
import type { SecretBox } from '../../ports/secret-box.ts'
import type { SessionStore } from '../../ports/session-store.ts'
import type { TokenStore } from '../../ports/token-store.ts'
import type { AttemptLimits } from './limit-attempts.ts'

export interface AccountDeps {
  readonly accounts: AccountStore
  readonly sessions: SessionStore
  readonly tokens: TokenStore
  readonly knownDevices: KnownDeviceStore
  readonly attempts: AttemptCounter
  readonly attemptLimits: AttemptLimits
  readonly passwords: PasswordHasher
  readonly secretBox: SecretBox
  readonly mails: MailQueue
}
