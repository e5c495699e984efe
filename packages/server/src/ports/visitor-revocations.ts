/** Visitor ids that no longer count, although their cookies are signed and have not expired. */

export interface VisitorRevocations {
  add(visitorId: string, expiresAt: Date): Promise<void>
  has(visitorId: string): Promise<boolean>
  removeExpired(now: Date): Promise<number>
}
