/** Data folder of the server under test. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const dataFolder = process.env.E2E_DATA_DIR ?? join(tmpdir(), 'filesmith-e2e')
