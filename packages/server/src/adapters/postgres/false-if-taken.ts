/** Two people may reach for one name at the same time: the database decides, and the second one hears no. */

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

/** Drizzle wraps the driver's error. */
function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  return 'code' in error ? error.code : codeOf(error.cause)
}
