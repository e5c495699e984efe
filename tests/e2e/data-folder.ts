/** Where the server of the browser tests keeps its things. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const dataFolder = process.env.E2E_DATA_DIR ?? join(tmpdir(), 'filesmith-e2e')
