/** A helper's input comes on a pipe of its own, as it is: read straight to where it is needed, it is copied once less. */
import { read } from 'node:fs'
import { promisify } from 'node:util'
import { inputPipe } from './frames.ts'

const readFrom = promisify(read)

/** Told after every piece which part of it, 0 to 1, has come. */
export async function receiveInput(bytes: number, onReceived: (part: number) => void): Promise<Buffer> {
  const input = Buffer.allocUnsafeSlow(bytes)
  for (let received = 0; received < bytes; ) {
    const { bytesRead } = await readFrom(inputPipe, input, received, bytes - received, null)
    if (bytesRead === 0) throw new Error('The worker went in the middle of an input')
    received += bytesRead
    onReceived(received / bytes)
  }
  return input
}
