/** Browsers that completed a sign-in to an account. Only a hash of the token in their cookie is kept. */

export interface KnownDevice {
  readonly tokenHash: string
  readonly accountId: string
  /** The session that the last sign-in on this device began; null after a password reset. */
  readonly sessionId: string | null
  /** When a sign-in with a second factor last succeeded here. */
  readonly secondFactorAt: Date | null
  readonly usedAt: Date
  readonly expiresAt: Date
}

export interface KnownDeviceStore {
  find(tokenHash: string, accountId: string, now: Date): Promise<KnownDevice | undefined>
  /** Adds it or renews it; of one account at most `maxDevices` are kept, those used last. */
  remember(device: KnownDevice, maxDevices: number): Promise<void>
  /** For every account that it is known to. */
  forget(tokenHash: string): Promise<void>
  /** Only the devices whose last sign-in began this session. */
  removeBySession(sessionId: string, accountId: string): Promise<void>
  removeAll(accountId: string, exceptSessionId: string | null): Promise<void>
  removeExpired(now: Date): Promise<number>
}
