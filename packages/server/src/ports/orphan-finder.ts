/** Finds stored objects that no record refers to. */

export interface OrphanFinder {
  /** The time `agoMs` ago by the database's clock, which all processes share. */
  timeBefore(agoMs: number): Promise<Date>
  /** Returns the keys that no upload or conversion refers to, or may still come to refer to. */
  findUnknown(keys: readonly string[]): Promise<string[]>
}
