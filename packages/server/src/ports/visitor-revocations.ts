/** Revoked visitor ids, whose signed cookies would otherwise still be valid. */

export interface VisitorRevocations {
  add(visitorId: string, expiresAt: Date): Promise<void>
  has(visitorId: string): Promise<boolean>
  removeExpired(now: Date): Promise<number>
}
