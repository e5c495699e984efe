/** Tells which stored objects belong to nothing. */

export interface OrphanFinder {
  /** So long ago, by the one clock that all processes share. */
  moment(agoMs: number): Promise<Date>
  /** Those of the keys that no upload and no conversion knows, nor may still come to know. */
  findUnknown(keys: readonly string[]): Promise<string[]>
}
