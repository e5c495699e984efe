import { describe, expect, test } from 'vitest'
import { createBlake2sp } from './blake2sp.ts'

function hashOf(bytes: Uint8Array, chunkBytes = bytes.length || 1): string {
  const hash = createBlake2sp()
  for (let start = 0; start < bytes.length; start += chunkBytes)
    hash.update(bytes.subarray(start, start + chunkBytes))
  return Buffer.from(hash.digest()).toString('hex')
}

/** 00 01 02 ... as in the published test vectors. */
const counting = (length: number) => Uint8Array.from({ length }, (_, index) => index)

describe('BLAKE2sp', () => {
  // The first two are published test vectors, the others were computed with Python's hashlib in tree mode.
  test.each([
    [0, 'dd0e891776933f43c7d032b08a917e25741f8aa9a12c12e1cac8801500f2ca4f'],
    [1, 'a6b9eecc25227ad788c99d3f236debc8da408849e9a5178978727a81457f7239'],
    [63, '1024c940be7341449b5010522b509f65bbdc1287b455c2bb7f72b2c92fd0d189'],
    [64, '52603b6cbfad4966cb044cb267568385cf35f21e6c45cf30aed19832cb51e9f5'],
    [65, 'fff24d3cc729d395daf978b0157306cb495797e6c8dca1731d2f6f81b849baae'],
    [511, '50285271956932d39b0967202b56006cbb6d738ee29e5a867edf72c8c4386f1b'],
    [512, '322ce06cc141a0b3d89bcdcfcb385975dbca56e5719a78c34000fcec2e15b55d'],
    [513, '1336628c7f1541c7815fc0ff1fb5dfb07a85cf5a17a2872a3ce4b322d4a03d0b'],
    [960, 'fb52959e191945a30e16b6d59817ad44a9bbd82ce5aa42cb0a066dd331714ecf'],
    [961, '38cbd9b7740432b35b8726daf6a6f2cebc1dea2033684f4a4af2c8e2d5127bc7'],
    [1023, '13bc5720de247edd4dc087a08a1e44388bf2047b102c5d878a86c8aa10e50019'],
    [1024, 'c9f79171d19c3703b7ebf9f762ce3fd24b302e2281f72da31a65014ff923c859'],
    [1025, '1cf65560deef7dad5282fa8b42e289d71a43b972b24eb3c8ed4d6e725e5f14ad'],
    [1536, '399bf742b49a597858a1b0c2b599f9fd4d6d66204941a893bc79fcf097e9d992'],
    [5000, 'd7ad4ed26ce85b35d95db276deacd48df0e532fdf2683622a4a97999aa97e5c2'],
    [100001, '87046ede85efb7222ecce780d876265d649d0d48d013f7854021586fc2d64db4'],
  ])('digest of %i bytes', (length, hash) => {
    expect(hashOf(counting(length))).toBe(hash)
  })

  test('is independent of the chunk size', () => {
    const bytes = counting(9001)
    const whole = hashOf(bytes)
    for (const size of [1, 7, 64, 511, 512, 513, 1024, 1500, 4096]) expect(hashOf(bytes, size)).toBe(whole)
  })
})
