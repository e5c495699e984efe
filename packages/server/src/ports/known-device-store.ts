/** Browsers that completed a sign-in to an account. Only a hash of their cookie's token is stored. */

export interface KnownDevice {
  readonly tokenHash: string
  readonly accountId: string
  /** Session started by the last sign-in on this device; null after a password reset. */
  readonly sessionId: string | null
  /** Last successful sign-in with a second factor on this device. */
  readonly secondFactorAt: Date | null
  readonly usedAt: Date
  readonly expiresAt: Date
}

export interface KnownDeviceStore {
  find(tokenHash: string, accountId: string, now: Date): Promise<KnownDevice | undefined>
  /** Inserts or renews; per account only the `maxDevices` most recently used are kept. */
  remember(device: KnownDevice, maxDevices: number): Promise<void>
  /** For every account that knows the device. */
  forget(tokenHash: string): Promise<void>
  /** Only devices whose last sign-in started this session. */
  removeBySession(sessionId: string, accountId: string): Promise<void>
  removeAll(accountId: string, exceptSessionId: string | null): Promise<void>
  removeExpired(now: Date): Promise<number>
}
