/** The mt12 helper: runs in the jail with the weights loaded. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveSentences } from '../serve-sentences.ts'
import { loadModel } from './onnx-model.ts'
import type { Mt12Request } from './request.ts'
import type { Vocabulary } from './tokenizer.ts'
import { createTranslateBatches } from './translate-batches.ts'

/** Two helpers of one thread each do twice as much as one of two, whose threads wait for each other. */
const threads = 1

const folder = process.argv[2] ?? ''
const vocabulary = JSON.parse(await readFile(join(folder, 'vocab.json'), 'utf8')) as Vocabulary
const model = await loadModel(folder, threads)
const translate = createTranslateBatches(model, vocabulary)

serveSentences<Mt12Request>(({ sentences, target }) => translate(sentences, target))
