import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Checkbox } from '#ui/Checkbox.tsx'
import { RichTextField } from '#ui/RichTextField.tsx'

const nothing = () => {}

describe('D9 E1 fields with an error', () => {
  it('D9 a text field with an error has aria-invalid and is described by the error; one without has no aria-invalid', () => {
    const field = (error?: string) => renderToStaticMarkup(createElement(RichTextField, { label: 'Text', error, onChange: nothing }))
    const [, id] = /aria-invalid="true" aria-describedby="([^"]+)"/.exec(field('Too long')) ?? []
    expect(field('Too long')).toContain(`id="${id}"`)
    expect(field()).not.toContain('aria-invalid')
  })
  it('E1 a checkbox with an error has aria-invalid and is described by the error and its hint', () => {
    const box = (error?: string) =>
      renderToStaticMarkup(createElement(Checkbox, { label: 'Rules', hint: 'Read them', error, checked: false, onChange: nothing }))
    const [, why, hint] = /aria-invalid="true" aria-describedby="(\S+) (\S+)"/.exec(box('Please confirm this.')) ?? []
    expect(box('Please confirm this.')).toMatch(new RegExp(`id="${hint}"[^>]*>Read them.*id="${why}"[^>]*>Please confirm this\\.`))
    expect(box()).not.toContain('aria-invalid')
  })
})
