/** Maps a unique violation to false, so that the database decides between concurrent writers. */

const uniqueViolation = '23505'

export async function falseIfTaken(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (codeOf(error) === uniqueViolation) return false
    throw error
  }
}

/** Drizzle wraps the error of the driver. */
function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  return 'code' in error ? error.code : codeOf(error.cause)
}
