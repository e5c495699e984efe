/** Asserts that a response is the given error with the status of the error table. */
import { errorTable } from '@filesmith/contract/errors'
import { expect } from 'vitest'

export async function expectError(reply: Response, code: keyof typeof errorTable): Promise<void> {
  expect({ status: reply.status, ...((await reply.json()) as object) }).toMatchObject({
    status: errorTable[code].status,
    code,
  })
}
