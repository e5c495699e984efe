/** The client in the repository is the one that the server's own description gives. `npm run client` writes it anew. */
import { expect, test } from 'vitest'
import { clientPath, generateCurrentClient } from '../support/generate-current-client.ts'
import { startFilesmith } from '../support/start-filesmith.ts'

test('API-35: the TypeScript client is generated from what the server serves, and current', async () => {
  const filesmith = await startFilesmith({}, { hasWorker: false })
  try {
    await expect(await generateCurrentClient(filesmith.baseUrl)).toMatchFileSnapshot(clientPath)
  } finally {
    await filesmith.stop()
  }
})
