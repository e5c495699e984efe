/** The generated client in the repository matches the OpenAPI document of the server. `npm run client` regenerates it. */
import { expect, test } from 'vitest'
import { clientPath, generateCurrentClient } from '../support/generate-current-client.ts'
import { startFilesmith } from '../support/start-filesmith.ts'

test('API-35 generated client: is up to date with the OpenAPI document', async () => {
  const filesmith = await startFilesmith({}, { hasWorker: false })
  try {
    await expect(await generateCurrentClient(filesmith.baseUrl)).toMatchFileSnapshot(clientPath)
  } finally {
    await filesmith.stop()
  }
})
