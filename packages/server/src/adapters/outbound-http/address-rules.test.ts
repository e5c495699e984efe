import { expect, test } from 'vitest'
import { createNetworkList, isNarrowNetwork } from './address-rules.ts'

const isListed = createNetworkList(['10.1.0.0/16', '192.168.7.4', 'fd00:1::/64', '2001:db8::5', 'fe80::/10'])

test.each([
  '10.1.0.0',
  '10.1.255.255',
  '192.168.7.4',
  '::ffff:10.1.2.3',
  '::FFFF:192.168.7.4',
  '::ffff:a01:203',
  'fd00:1::9',
  'FD00:0001:0:0::9',
  '2001:db8:0:0:0:0:0:5',
  'fe80::1%eth0',
])('createNetworkList: %s is in the list', address => {
  expect(isListed(address)).toBe(true)
})

test.each([
  '10.2.0.0',
  '192.168.7.5',
  '::ffff:10.2.0.1',
  'fd00:2::9',
  '2001:db8::6',
  '::10.1.2.3',
  '64:ff9b::10.1.2.3',
  '127.0.0.1',
  '::1',
  '10.1',
  '10.1.0.1, 10.1.0.2',
  'proxy.example.org',
  '',
  undefined,
])('createNetworkList: %s is not in the list', address => {
  expect(isListed(address)).toBe(false)
})

test('createNetworkList: an empty list contains nothing', () => {
  expect(createNetworkList([])('127.0.0.1')).toBe(false)
})

test.each([
  ['10.0.0.0/8', true],
  ['127.0.0.1', true],
  ['fd00::/16', true],
  ['::1', true],
  ['8.0.0.0/7', false],
  ['0.0.0.0/0', false],
  ['::/0', false],
  ['fd00::/8', false],
  // Contains every IPv4 address in IPv6 form.
  ['::/16', false],
  ['::ffff:0:0/96', false],
  ['::ffff:10.0.0.0/104', false],
])('isNarrowNetwork: %s is %s', (network, isNarrow) => {
  expect(isNarrowNetwork(network)).toBe(isNarrow)
})
