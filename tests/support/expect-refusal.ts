/** That an answer is the refusal it should be, with its own status. */
import { errorTable } from '@filesmith/contract/errors'
import { expect } from 'vitest'

export async function expectRefusal(reply: Response, code: keyof typeof errorTable): Promise<void> {
  expect({ status: reply.status, ...((await reply.json()) as object) }).toMatchObject({
    status: errorTable[code].status,
    code,
  })
}
