/** Reads a helper's input from its pipe directly into the target buffer, which saves a copy. */
import { read } from 'node:fs'
import { promisify } from 'node:util'
import { inputPipe } from './frames.ts'

const readFrom = promisify(read)

/** `onReceived` gets the received fraction, 0 to 1. */
export async function receiveInput(bytes: number, onReceived: (part: number) => void): Promise<Buffer> {
  const input = Buffer.allocUnsafeSlow(bytes)
  for (let received = 0; received < bytes; ) {
    const { bytesRead } = await readFrom(inputPipe, input, received, bytes - received, null)
    if (bytesRead === 0) throw new Error('The worker exited while sending an input')
    received += bytesRead
    onReceived(received / bytes)
  }
  return input
}
