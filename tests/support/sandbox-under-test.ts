/** Sandbox of tests on real engines: TEST_SANDBOX=landlock runs all of them in the second one. */
import { type SandboxMode, sandboxModes } from '@filesmith/engines/process/sandbox'

export const sandboxUnderTest: SandboxMode =
  sandboxModes.find(mode => mode === process.env.TEST_SANDBOX) ?? 'required'
