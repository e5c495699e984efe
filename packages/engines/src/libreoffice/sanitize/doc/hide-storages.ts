/** Hides storages of a compound file from every reader: macros and embedded objects. */

/** Changes the last letter of the name: this hardly affects the sort order, and no reader looks up the new name. */
export function hideStorage(entry: Buffer | undefined): void {
  if (entry === undefined) return
  const at = Math.max(0, Math.min(64, entry.readUInt16LE(64)) - 4)
  entry.writeUInt16LE(entry.readUInt16LE(at) ^ 1, at)
}

const hiddenNames = /^(?:_VBA_PROJECT_CUR|Macros|VBA|ObjectPool|(?:MBD|LNK)[0-9A-F]+)$/i

export function hideActiveStorages(storages: ReadonlyMap<string, Buffer>): void {
  for (const [name, entry] of storages) if (hiddenNames.test(name)) hideStorage(entry)
}
