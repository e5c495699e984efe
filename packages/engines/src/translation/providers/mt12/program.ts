/** mt12 helper process: runs in the sandbox with the weights loaded. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { elementAt } from '../../../element-at.ts'
import { serveSentences } from '../serve-sentences.ts'
import { loadMt12Model } from './onnx-model.ts'
import { mt12RequestSchema } from './request.ts'
import type { Mt12Vocabulary } from './tokenizer.ts'
import { createTranslateBatches } from './translate-batches.ts'

/** Two helpers with one thread each have twice the throughput of one with two threads. */
const threads = 1

const folder = elementAt(process.argv, 2)
const vocabulary = JSON.parse(await readFile(join(folder, 'vocab.json'), 'utf8')) as Mt12Vocabulary
const model = await loadMt12Model(folder, threads)
const translate = createTranslateBatches(model, vocabulary)

serveSentences(mt12RequestSchema, ({ sentences, target, effort }) => translate(sentences, target, effort))
