/** Runs the bundle of a helper program, or its source where the bundle was removed by a newer version since. */
import { existsSync } from 'node:fs'

const { PROGRAM_BUNDLE: bundle = '', PROGRAM_SOURCE: source = '' } = process.env

await import(existsSync(bundle) ? bundle : source)
