/** Helpers never outlive the worker that started them, even when it is killed. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test, vi } from 'vitest'
import { toSharp } from './support/compare-images.ts'
import { imagesOnly } from './support/converter.ts'
import { drawPhoto } from './support/images.ts'
import { helpersBelow } from './support/processes-below.ts'

const runtimeUrl = import.meta.resolve('@filesmith/engines/runtime')

/** A worker that prints the stages of its job and never exits by itself. */
const workerScript = `
  const [sandbox, inputPath, outputPath] = process.argv.slice(1)
  const { createEngineRuntime } = await import(${JSON.stringify(runtimeUrl)})
  const runtime = await createEngineRuntime({ sandbox, disabledEngines: ${JSON.stringify(imagesOnly.disabledEngines)} })
  await runtime.runStep({
    step: { ability: 'sharp-convert', from: 'jpg', to: 'avif', options: { quality: 'high' } },
    inputPath, outputPath, signal: new AbortController().signal,
    onProgress: progress => console.log(progress.stage),
  })`

test.each(['required', 'off'])(
  'image helpers: exit when their worker is killed (sandbox %s)',
  async sandbox => {
    const folder = mkdtempSync(join(tmpdir(), 'orphans-'))
    const inputPath = join(folder, 'input')
    writeFileSync(inputPath, await toSharp(drawPhoto(400, 300)).resize(4000, 3000).jpeg().toBuffer())
    const args = ['--input-type=module', '-e', workerScript, sandbox, inputPath, join(folder, 'output')]
    const worker = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    for await (const stage of createInterface({ input: worker.stdout })) if (stage === 'encode') break

    const helpers = helpersBelow(worker.pid as number)
    expect(helpers.length).toBeGreaterThan(0)
    worker.kill('SIGKILL')
    await vi.waitFor(() => expect(helpers.filter(pid => existsSync(`/proc/${pid}`))).toEqual([]), {
      timeout: 5000,
    })
    rmSync(folder, { recursive: true })
  },
)
