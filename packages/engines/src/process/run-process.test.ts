import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ProcessRun, runProcess } from './run-process.ts'
import { createSandbox, pathInside, type Sandbox } from './sandbox.ts'

const kinds = ['bubblewrap', 'landlock'] as const
const sandboxes = new Map<string, Sandbox>()
const sandboxOf = (mode: string) => {
  const sandbox = sandboxes.get(mode)
  if (sandbox === undefined) throw new Error(`No sandbox ${mode}`)
  return sandbox
}
let folder: string

beforeAll(async () => {
  for (const mode of [...kinds, 'off'] as const) sandboxes.set(mode, await createSandbox(mode, () => {}))
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'run-process-'))
  await mkdir(join(folder, 'in'))
  await mkdir(join(folder, 'out'))
})

afterEach(() => rm(folder, { recursive: true }))

function script(text: string, changes: Partial<ProcessRun> = {}): ProcessRun {
  return {
    program: '/bin/sh',
    tool: 'Testing',
    args: ({ input, outFolder }) => ['-c', text, 'sh', input, outFolder],
    input: join(folder, 'in'),
    outFolder: join(folder, 'out'),
    timeoutMs: 20_000,
    limits: { memoryBytes: 512 * 1024 * 1024, cpuSeconds: 10, fileBytes: 10 * 1024 * 1024 },
    signal: new AbortController().signal,
    failure: exit => new AppError('file-damaged', { format: 'test' }, { cause: new Error(exit.stderr) }),
    ...changes,
  }
}

async function codeOf(run: Promise<unknown>): Promise<string> {
  return run.then(
    () => 'no error',
    error => (error as AppError).code,
  )
}

const written = (name: string) => readFile(join(folder, 'out', name), 'utf8')

describe.each(kinds)('runProcess: isolation (%s)', kind => {
  const unreadable = kind === 'bubblewrap' ? /No such file/ : /Permission denied/

  test('a program reads its input folder, writes its output folder and sees nothing else of the machine', async () => {
    await writeFile(join(folder, 'in', 'a'), 'hello')
    await writeFile(join(folder, 'secret'), 'secret')
    await runProcess(
      sandboxOf(kind),
      script(
        `cat "$1/a" > b; ls "${folder}" > c 2>&1; echo x 2>/dev/null > "$1/z"; cat /etc/passwd > d 2>&1; true`,
      ),
    )
    expect(await written('b')).toBe('hello')
    expect(await written('c')).toMatch(unreadable)
    expect(await readdir(join(folder, 'in'))).toEqual(['a'])
    expect(await written('d')).toMatch(unreadable)
  })

  test('with a single input file, its neighbors are not visible', async () => {
    await writeFile(join(folder, 'in', 'a'), 'hello')
    await writeFile(join(folder, 'in', 'b'), 'of another user')
    const input = join(folder, 'in', 'a')
    await runProcess(
      sandboxOf(kind),
      script(
        'cat "$1" > copy; echo x 2>/dev/null >> "$1"; ls "$1" > list; cat "$1/../b" > other 2>/dev/null; true',
        {
          input,
        },
      ),
    )
    expect(await written('copy')).toBe('hello')
    expect(await written('list')).toBe(kind === 'bubblewrap' ? '/job/in\n' : `${input}\n`)
    expect(await written('other')).toBe('')
    expect(await readFile(input, 'utf8')).toBe('hello')
  })

  test('a program cannot reach the network, not even localhost', async () => {
    const heard: string[] = []
    const server = createServer((request, reply) => {
      heard.push(request.url ?? '')
      reply.end('hello')
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const connect = `exec 3<>/dev/tcp/127.0.0.1/${port} && printf 'GET /x HTTP/1.0\\r\\n\\r\\n' >&3 && cat <&3 >got`
    const run = (sandbox: Sandbox) =>
      codeOf(runProcess(sandbox, script('', { program: '/bin/bash', args: () => ['-c', connect] })))
    try {
      expect(await run(sandboxOf(kind))).toBe('file-damaged')
      expect(heard).toEqual([])
      // Control: the same script succeeds without the sandbox.
      expect(await run(sandboxOf('off'))).toBe('no error')
      expect(heard).toEqual(['/x'])
    } finally {
      server.close()
    }
  })

  test("the server's environment variables are not visible", async () => {
    process.env.RUN_PROCESS_SECRET = 'secret'
    await runProcess(sandboxOf(kind), script('env > e')).finally(() => delete process.env.RUN_PROCESS_SECRET)
    expect(await written('e')).not.toContain('SECRET')
  })
})

describe.each([...kinds, 'off'])('runProcess: limits (%s)', mode => {
  const sandbox = () => sandboxOf(mode)

  test('wall time', async () => {
    expect(await codeOf(runProcess(sandbox(), script('sleep 60', { timeoutMs: 200 })))).toBe('took-too-long')
  })

  test('CPU time', async () => {
    const run = script('while :; do :; done', { limits: { cpuSeconds: 1 } })
    expect(await codeOf(runProcess(sandbox(), run))).toBe('took-too-long')
  })

  test('file size', async () => {
    expect(await codeOf(runProcess(sandbox(), script('exec head -c 20000000 /dev/zero > big')))).toBe(
      'result-too-large',
    )
    expect((await readFile(join(folder, 'out', 'big'))).length).toBe(10 * 1024 * 1024)
  })

  test('memory', async () => {
    // One endless line, which sort has to hold in memory.
    const greedy = script('', { program: '/usr/bin/sort', args: () => ['/dev/zero'] })
    expect(await codeOf(runProcess(sandbox(), greedy))).toBe('needs-too-much-memory')
  })

  test('an endless output line does not exhaust the memory of the worker', async () => {
    const lines: string[] = []
    const endless = script('head -c 5000000 /dev/zero; echo; echo next', { onLine: line => lines.push(line) })
    await runProcess(sandbox(), endless)
    expect(lines.map(line => line.length)).toEqual([65_536, 4])
  })

  test('canceling kills the program and its children', async () => {
    const cancel = new AbortController()
    const run = script('sh -c "while :; do echo alive; sleep 0.05; done" & wait', { signal: cancel.signal })
    let lines = 0
    const ended = runProcess(sandbox(), {
      ...run,
      onLine: () => {
        lines += 1
        if (lines === 3) cancel.abort()
      },
    })
    // The promise waits for the grandchild too: it holds the other end of the pipe.
    expect(await codeOf(ended)).toBe('cancelled')
    expect(lines).toBeGreaterThanOrEqual(3)
  })

  test('a run canceled before it starts does not start the program', async () => {
    const run = script('echo x > started', { signal: AbortSignal.abort() })
    expect(await codeOf(runProcess(sandbox(), run))).toBe('cancelled')
    expect(await readdir(join(folder, 'out'))).toEqual([])
  })

  test('a program that is not installed is reported as engine-missing', async () => {
    const run = script('', { program: '/usr/bin/no-such-program' })
    await expect(runProcess(sandbox(), run)).rejects.toThrow(
      'Testing is currently not available on this server.',
    )
  })

  test('a full disk is reported as storage-full', async () => {
    const run = script('echo "x: No space left on device" >&2; exit 1')
    expect(await codeOf(runProcess(sandbox(), run))).toBe('storage-full')
  })

  test('niceness is applied', async () => {
    await runProcess(sandbox(), script('nice > niceness', { limits: { niceness: 7 } }))
    expect((await written('niceness')).trim()).toBe(String(getPriority() + 7))
  })

  test('error output of a successful program is returned', async () => {
    expect(await runProcess(sandbox(), script('echo hint >&2'))).toMatchObject({ code: 0, stderr: 'hint\n' })
  })

  test('a bad exit becomes the error of the caller, without program output in the message', async () => {
    const error = await runProcess(sandbox(), script('echo /secret/path >&2; exit 3')).catch(thrown => thrown)
    expect(error).toMatchObject({ code: 'file-damaged' })
    expect(error.message).not.toContain('secret')
    expect(error.cause.message).toContain('/secret/path')
  })

  test('output lines are emitted one by one, and stdin is passed', async () => {
    const lines: string[] = []
    await runProcess(
      sandbox(),
      script('cat; printf "50\\n100"', { stdin: '0\n', onLine: line => lines.push(line) }),
    )
    expect(lines).toEqual(['0', '50', '100'])
  })

  test('a program starts before its input is known, and is stopped if that fails', async () => {
    const input = Promise.withResolvers<string>()
    const lines: string[] = []
    const onLine = (line: string) => {
      lines.push(line)
      if (line === 'ready') input.resolve('later\n')
    }
    await runProcess(sandbox(), script('echo ready; cat', { stdin: input.promise, onLine }))
    expect(lines).toEqual(['ready', 'later'])
    const stdin = Promise.reject(new AppError('start-beyond-end', { length: 'short' }))
    expect(await codeOf(runProcess(sandbox(), script('cat', { stdin })))).toBe('start-beyond-end')
  })
})

test('runProcess: runs nothing if the sandbox is required and unavailable', async () => {
  const refusal = { cause: 'unknown', problem: 'no bubblewrap', remedy: '' } as const
  const refusing: Sandbox = { ...sandboxOf('off'), refusal }
  expect(await codeOf(runProcess(refusing, script('true')))).toBe('engine-missing')
})

test.each(kinds)(
  'runProcess: the memory of all processes together is limited, including those started by threads (%s)',
  async kind => {
    // Each stays below the limit of one process. They are started by a thread and wait until they are killed.
    const hold = `const held = Buffer.alloc(250 * 1024 * 1024, 1); setInterval(() => held.length, 1000)`
    const program = `
    const { Worker } = require('node:worker_threads')
    const start = "for (let i = 0; i < 4; i++) require('node:child_process').spawn(process.execPath, ['-e', process.env.HOLD], { stdio: 'ignore' }); setInterval(() => {}, 1000)"
    new Worker(start, { eval: true })`
    const node = { source: process.execPath, target: '/app/node' }
    const run = runProcess(
      sandboxOf(kind),
      script('', {
        program: pathInside(sandboxOf(kind), node),
        args: () => ['-e', program],
        env: { HOLD: hold },
        mounts: [node],
        limits: { memoryBytes: 700 * 1024 * 1024 },
      }),
    )
    expect(await codeOf(run)).toBe('needs-too-much-memory')
  },
)
