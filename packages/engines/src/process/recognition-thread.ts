/** The thread in which formats are recognized. */
import { parentPort } from 'node:worker_threads'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import type { FileParts } from './recognize-format.ts'

parentPort?.on('message', ({ head, tail }: FileParts) => parentPort?.postMessage(sniffFormat(head, tail)))
