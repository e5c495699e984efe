/** Dockerfile, systemd unit, compose file and Kubernetes manifests match the code: settings, ports, paths, packages and timeouts. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { deniedSyscalls } from '../../packages/engines/src/process/seccomp-filter.ts'
import { engineIds } from '../../packages/engines/src/registry.ts'
import { settingsSchema } from '../../packages/server/src/settings-schema.ts'
import { serverFlags } from '../../scripts/node-24.mjs'
import { rootFolder } from '../../scripts/root-folder.mjs'
import {
  baseOfKind,
  containerOf,
  manifestsIn,
  ownServices,
  readDeployFile,
  settingOf,
} from '../support/deploy/manifests.ts'

const dockerfile = readDeployFile('Dockerfile')
const entryPoint = readDeployFile('deploy/docker/run')
const isSetting = (name: string) => Object.hasOwn(settingsSchema.shape, name)

const sharedSettings = baseOfKind('ConfigMap')[0]?.data

const imageVariables = [...(/^ENV ((?:.|\\\n)+)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=/g)]
  .map(([, name = '']) => name)
  .filter(name => name !== 'PATH')

test('deploy: every environment variable is a known setting', () => {
  const settings = manifestsIn('base').concat(manifestsIn('example'))
  const ofMaps = settings.filter(({ kind }) => kind === 'ConfigMap').flatMap(({ data }) => Object.keys(data))
  const ofPods = baseOfKind('Deployment').flatMap(deployment =>
    containerOf(deployment).env.map((entry: { name: string }) => entry.name),
  )
  const ofSecrets = [
    ...readDeployFile('deploy/kubernetes/example/secrets.env.example').matchAll(/^(\w+)=/gm),
  ].map(([, name = '']) => name)
  const ofCompose = ownServices().flatMap(({ environment }) => Object.keys(environment))
  const names = new Set([...imageVariables, ...ofMaps, ...ofPods, ...ofSecrets, ...ofCompose])
  expect(names.size).toBeGreaterThan(15)
  expect([...names].filter(name => !isSetting(name))).toEqual([])
})

test('deploy/small-machine.env: every line is a valid setting, and two engines fit into 2 GB beside the server', () => {
  const lines = readDeployFile('deploy/small-machine.env').split('\n')
  const entries = lines.filter(line => line !== '' && !line.startsWith('#')).map(line => line.split('='))
  expect(entries.length).toBeGreaterThan(8)
  for (const [name = '', value] of entries) {
    expect.soft(isSetting(name), name).toBe(true)
    const schema = settingsSchema.shape[name as keyof typeof settingsSchema.shape]
    expect.soft(schema?.safeParse(value).success, name).toBe(true)
  }
  const { ENGINE_MEMORY_MB: engineMb } = Object.fromEntries(entries)
  expect(2 * Number(engineMb)).toBeLessThan(2048 - 400)
})

test('Dockerfile: has the targets lite and full, a health check, an ordinary user and labels', () => {
  const targets = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name)
  expect(targets).toContain('lite')
  // The default of `docker build` is the last one.
  expect(targets.at(-1)).toBe('full')
  for (const stage of dockerfile.split(/^FROM /m).filter(text => / AS (lite|full)\n/.test(text)))
    expect(stage).toMatch(/^USER filesmith$/m)
  expect(dockerfile).toContain('HEALTHCHECK')
  for (const name of ['title', 'description', 'licenses', 'version', 'revision'])
    expect(dockerfile).toContain(`org.opencontainers.image.${name}=`)
  const off = /^ENV DISABLED_ENGINES=(\S+)/m.exec(dockerfile)?.[1]?.split(',') ?? []
  expect(engineIds).toEqual(expect.arrayContaining(off))
  expect(off).toContain('libreoffice')
  expect(entryPoint).toMatch(/= all \][\s\S]*INSTANCE="\$\{INSTANCE:-private\}"/)
})

test('compose: the example env file has exactly the variables of the compose file', () => {
  const asked = [...readDeployFile('deploy/compose/compose.yaml').matchAll(/\$\{(\w+)[:}]/g)].map(
    ([, name]) => name,
  )
  const offered = [...readDeployFile('deploy/compose/filesmith.env.example').matchAll(/^(\w+)=/gm)].map(
    ([, name]) => name,
  )
  expect([...new Set(asked)].toSorted()).toEqual(offered.toSorted())
})

test('entry point: starts existing programs with the flags of npm start', () => {
  expect(entryPoint).toContain(`flags=${serverFlags.join(' ')}\n`)
  expect(entryPoint).toMatch(/^exec node \$flags "packages\/server\/src\/main-\$1.ts"$/m)
  const roles = /^ {2}(.+)\) ;;$/m.exec(entryPoint)?.[1]?.split(' | ') ?? []
  expect(roles).toContain('all')
  const programs = readdirSync(join(rootFolder, 'packages/server/src'))
  for (const role of roles) expect(programs).toContain(`main-${role}.ts`)
  const commands = [
    ...ownServices().map(({ command }) => command[0]),
    ...baseOfKind('Deployment').map(deployment => containerOf(deployment).args[0]),
  ]
  for (const command of commands) expect(roles).toContain(command)
})

test('Dockerfile: copies existing, not ignored files, and leaves Debian packages to the setup', () => {
  const kept = readDeployFile('.dockerignore')
    .split('\n')
    .filter(line => line.startsWith('!'))
    .map(line => line.slice(1))
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  )
  expect(copied.length).toBeGreaterThan(10)
  for (const path of copied) {
    expect.soft(existsSync(join(rootFolder, path)), path).toBe(true)
    expect
      .soft(
        kept.some(folder => path === folder || path.startsWith(`${folder}/`)),
        `${path} is not ignored`,
      )
      .toBe(true)
  }
  expect(dockerfile).not.toContain('apt-get')
  expect(dockerfile).toContain('setup-part.mjs system-packages')
})

test('Kubernetes: ports, user and mounts match the image', () => {
  const port = /^EXPOSE (\d+)$/m.exec(dockerfile)?.[1]
  const uid = Number(/--uid (\d+)/.exec(dockerfile)?.[1])
  expect(readDeployFile('deploy/nginx/filesmith.conf')).toContain(`:${port} `)
  for (const deployment of baseOfKind('Deployment')) {
    const { securityContext, containers } = deployment.spec.template.spec
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: uid, fsGroup: uid })
    expect(containers[0].securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    const mounted = containers[0].volumeMounts.map((mount: { mountPath: string }) => mount.mountPath)
    expect(mounted).toEqual([/DATA_DIR=(\S+)/.exec(dockerfile)?.[1], '/tmp'])
    const portOf = { http: port, metrics: sharedSettings.METRICS_PORT }
    for (const { name, containerPort } of containers[0].ports)
      expect(String(containerPort)).toBe(portOf[name as keyof typeof portOf])
    const { startupProbe, readinessProbe, livenessProbe } = containers[0]
    expect([readinessProbe.httpGet.path, livenessProbe.httpGet.path]).toEqual(['/healthz', '/livez'])
    const names = containers[0].ports.map(({ name }: { name: string }) => name)
    for (const { httpGet } of [startupProbe, readinessProbe, livenessProbe])
      expect(names).toContain(httpGet.port)
  }
})

test('deploy: grace periods exceed DRAIN_SECONDS', () => {
  for (const deployment of baseOfKind('Deployment')) {
    const graceSeconds = deployment.spec.template.spec.terminationGracePeriodSeconds
    expect(graceSeconds - Number(settingOf(deployment, 'DRAIN_SECONDS'))).toBeGreaterThanOrEqual(5)
  }
  for (const { stop_grace_period: grace, environment } of ownServices())
    expect(Number.parseInt(grace, 10)).toBeGreaterThan(Number(environment.DRAIN_SECONDS))
})

test('Kubernetes: selectors, scalers and budgets match existing deployments', () => {
  const deployments = baseOfKind('Deployment')
  const labels = deployments.map(deployment => deployment.spec.template.metadata.labels)
  const isFound = (wanted: Record<string, string>) =>
    labels.some(label => Object.entries(wanted).every(([name, value]) => label[name] === value))
  for (const { spec } of [...baseOfKind('PodDisruptionBudget'), ...deployments])
    expect(isFound(spec.selector.matchLabels)).toBe(true)
  for (const { spec } of baseOfKind('NetworkPolicy')) expect(isFound(spec.podSelector.matchLabels)).toBe(true)
  for (const { spec } of baseOfKind('Service')) expect(isFound(spec.selector)).toBe(true)
  const names = deployments.map(({ metadata }) => metadata.name)
  const scaled = [...baseOfKind('ScaledObject'), ...baseOfKind('HorizontalPodAutoscaler')]
  expect(scaled.map(({ spec }) => spec.scaleTargetRef.name).toSorted()).toEqual(names.toSorted())
  for (const { spec } of deployments) expect(spec).not.toHaveProperty('replicas')
})

test('kustomization: lists every manifest', () => {
  for (const folder of ['base', 'example']) {
    const listed = parse(readDeployFile(`deploy/kubernetes/${folder}/kustomization.yaml`))
    const patches = (listed.patches ?? []).map(({ path }: { path: string }) => path)
    const files = readdirSync(join(rootFolder, 'deploy/kubernetes', folder)).filter(
      name => name.endsWith('.yaml') && name !== 'kustomization.yaml',
    )
    const named = [...listed.resources, ...patches].filter((name: string) => name !== '../base')
    expect(named.toSorted()).toEqual(files.toSorted())
  }
})

test('Dockerfile: base images are pinned by digest', () => {
  const defaults = new Map(
    [...dockerfile.matchAll(/^ARG (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
  )
  const stages = new Set([...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name))
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)]
    .map(([, base = '']) => base)
    .filter(base => !stages.has(base))
  expect(bases.length).toBeGreaterThan(1)
  for (const base of bases) {
    const [, argument] = /^\$\{(\w+)\}$/.exec(base) ?? []
    expect(argument === undefined ? base : defaults.get(argument)).toMatch(/^\S+:\S+@sha256:[0-9a-f]{64}$/)
  }
})

const seccompProfile = JSON.parse(readDeployFile('deploy/docker/seccomp.json'))

test('deploy: workers run with the seccomp profile, and a DaemonSet installs it', () => {
  const workers = baseOfKind('Deployment').filter(deployment => containerOf(deployment).args[0] === 'worker')
  expect(workers).toHaveLength(2)
  const [installer] = baseOfKind('DaemonSet')
  const [{ command }] = installer?.spec.template.spec.initContainers ?? []
  expect(dockerfile).toMatch(/^COPY .*deploy\/docker\/seccomp\.json/m)
  expect(command.at(-2)).toBe('/app/deploy/docker/seccomp.json')
  for (const worker of workers) {
    const { securityContext, hostUsers } = worker.spec.template.spec
    expect(hostUsers).toBe(false)
    expect(securityContext.seccompProfile).toEqual({
      type: 'Localhost',
      localhostProfile: command.at(-1).split('/').at(-1),
    })
  }
  const compose = parse(readDeployFile('deploy/compose/compose.yaml'), { merge: true })
  for (const name of ['worker-general', 'worker-media'])
    expect(compose.services[name].security_opt).toContain('seccomp:../docker/seccomp.json')
})

test('seccomp profile: denies the same syscalls as the sandbox, except those needed to create it', () => {
  const denied: string[] = seccompProfile.syscalls[0].names
  const needed = {
    bubblewrap: ['mount', 'umount2', 'pivot_root', 'unshare'],
    postgresql: ['shmget', 'semget', 'memfd_create'],
  }
  const allowed = deniedSyscalls.filter(name => !denied.includes(name))
  expect(allowed.toSorted()).toEqual(Object.values(needed).flat().toSorted())
})

test('nginx: the configuration for a path forwards like the one for a whole host, and docs/reverse-proxy.md shows it', () => {
  const belowPath = readDeployFile('deploy/nginx/filesmith-path.conf')
  const forwarding = (config: string) =>
    config
      .split('\n')
      .map(line => line.trim())
      .filter(line => /^(?:proxy_|client_)/.test(line) && !/^proxy_(?:pass|next_upstream)/.test(line))
      .toSorted()
  expect(forwarding(belowPath)).toEqual(forwarding(readDeployFile('deploy/nginx/filesmith.conf')))
  expect(readDeployFile('docs/reverse-proxy.md')).toContain(`\`\`\`nginx\n${belowPath}\`\`\``)
})

const unit = readDeployFile('deploy/filesmith.service')
const directive = (name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

test('systemd unit: starts what npm start starts, with known settings and enough time to drain', () => {
  const [folder] = directive('WorkingDirectory')
  const program = 'packages/server/src/main-all.ts'
  expect(directive('ExecStart')).toEqual([
    [`${folder}/node_modules/.bin/node`, ...serverFlags, program].join(' '),
  ])
  expect(existsSync(join(rootFolder, program))).toBe(true)
  const variables = new Map(
    directive('Environment').map(entry => {
      const [name = '', value = ''] = entry.split('=')
      return [name, value]
    }),
  )
  const notSettings = ['PATH', 'NODE_COMPILE_CACHE']
  expect([...variables.keys()].filter(name => !isSetting(name))).toEqual(notSettings)
  expect(variables.get('PATH')).toMatch(`${folder}/node_modules/.bin:`)
  expect(variables.get('DATA_DIR')).toBe(`/var/lib/${directive('StateDirectory')}`)
  expect(variables.get('NODE_COMPILE_CACHE')).toBe(`/var/cache/${directive('CacheDirectory')}`)
  expect(Number(directive('TimeoutStopSec')[0]) - Number(variables.get('DRAIN_SECONDS'))).toBeGreaterThan(5)
  // The first process drains the others, and the embedded database must be stopped last.
  expect(directive('KillMode')).toEqual(['mixed'])
})

test('systemd unit: has no directive that prevents bubblewrap from creating a sandbox', () => {
  const harmful =
    /^(?:RestrictNamespaces|PrivateUsers|ProtectKernelTunables|ProtectKernelLogs|ProtectProc|ProcSubset|ProtectControlGroups|MemoryDenyWriteExecute|SystemCallFilter)=/m
  expect(unit).not.toMatch(harmful)
  expect(directive('NoNewPrivileges')).toEqual(['yes'])
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test.skipIf(!hasSystemd)('systemd unit: is accepted by systemd-analyze verify', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-unit-'))
  const file = join(folder, 'filesmith.service')
  // The program must exist.
  await writeFile(file, unit.replaceAll('/opt/filesmith', rootFolder))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  await rm(folder, { recursive: true })
  // Unknown keys are reported and ignored, with exit code 0; DelegateSubgroup is known since systemd 254.
  const reported = stderr
    .split('\n')
    .filter(line => line.includes('filesmith.service') && !line.includes('DelegateSubgroup'))
  expect({ status, reported }).toEqual({ status: 0, reported: [] })
})
