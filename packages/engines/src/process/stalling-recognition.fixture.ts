/** The recognition thread, with content that never ends and content on which it crashes. */
import { parentPort } from 'node:worker_threads'
import { sniffFormat } from '@filesmith/contract/sniff-format'

parentPort?.on('message', ({ head }: { head: Uint8Array }) => {
  const text = Buffer.from(head).toString('latin1')
  while (text === 'stall');
  if (text === 'crash') throw new Error('crashed')
  parentPort?.postMessage(sniffFormat(head))
})
