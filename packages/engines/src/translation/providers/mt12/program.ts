/** The mt12 helper: runs in the jail with the weights loaded. */
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { serveSentences } from '../serve-sentences.ts'
import { loadModel } from './onnx-model.ts'
import type { Mt12Request } from './request.ts'
import type { Vocabulary } from './tokenizer.ts'
import { createTranslateBatches } from './translate-batches.ts'

/** More threads wait for each other in a model this small. */
const maxThreads = 4

const folder = process.argv[2] ?? ''
const vocabulary = JSON.parse(await readFile(join(folder, 'vocab.json'), 'utf8')) as Vocabulary
const model = await loadModel(folder, Math.min(maxThreads, availableParallelism()))
const translate = createTranslateBatches(model, vocabulary)

serveSentences<Mt12Request>(({ sentences, target }) => translate(sentences, target))
