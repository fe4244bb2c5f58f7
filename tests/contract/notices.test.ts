import { describe, expect, it } from 'vitest'
import { announcementHref } from '#contract/rules.ts'

describe('M1 the link of an announcement', () => {
  it.each([
    ['/about', '/about'],
    [' /about?a=1#b ', '/about?a=1#b'],
    ['/a/../tos', '/tos'],
    ['https://example.org', 'https://example.org/'],
    ['HTTP://Example.org/ä', 'http://example.org/%C3%A4'],
  ])('%j becomes %j', (given, expected) => expect(announcementHref(given)).toBe(expected))

  it.each([
    '',
    'about',
    '?q=1',
    '#here',
    '//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'blob:https://example.org/1',
    'file:///etc/passwd',
    'mailto:a@example.org',
    'https://strand.example@evil.example/',
    'https:evil.example',
    'https://',
  ])('%j is refused', (given) => expect(announcementHref(given)).toBeNull())
})
