/**
 * The bookmarklet (D12): a script that browsers run on any page. It collects the page's address, title, selected text and largest
 * pictures, and opens the form for a post on this server with them. It loads nothing into the page and sends nothing by itself, so that
 * the page's content security policy does not apply. Pure.
 */

import { popupParameter } from './popupWindow.ts'

/** Characters of the address that it opens. Servers and proxies accept at least 8 KB of headers. */
export const maxAddress = 4000

/**
 * The script, with old syntax only. A page can replace the properties of `document`, so each part that cannot be read is left out. If
 * the browser blocks the window, this tab shows the form; Back returns to the page.
 */
const sourceOf = (origin: string): string => `(function () {
  var page = location.href
  function read(part) {
    try {
      return part() || ''
    } catch (error) {
      return ''
    }
  }
  function meta(name) {
    return read(function () {
      return new URL(document.querySelector('meta[property="' + name + '"],meta[name="' + name + '"]').content, document.baseURI).href
    })
  }
  if (page.length > 1500 || !/^https?:/.test(page))
    page = read(function () {
      return document.querySelector('link[rel=canonical]').href
    }) || page
  var title = read(function () {
    return document.title.slice(0, 300)
  })
  var text = read(function () {
    return String(getSelection()).trim().slice(0, 1000)
  })
  var pictures = [meta('og:image'), meta('twitter:image')]
  read(function () {
    Array.prototype.filter
      .call(document.images, function (image) {
        return image.naturalWidth >= 300 && image.naturalHeight >= 200
      })
      .sort(function (a, b) {
        return b.width * b.height - a.width * a.height
      })
      .forEach(function (image) {
        pictures.push(image.currentSrc || image.src)
      })
  })
  pictures = pictures
    .filter(function (picture, n) {
      return /^https:/.test(picture) && picture.length < 1000 && pictures.indexOf(picture) === n
    })
    .slice(0, 4)
  function address() {
    var query = new URLSearchParams()
    query.append('url', page)
    if (title) query.append('title', title)
    if (text) query.append('text', text)
    pictures.forEach(function (picture) {
      query.append('image', picture)
    })
    return ${JSON.stringify(`${origin}/bookmarklet/post?`)} + query
  }
  while (address().length > ${maxAddress} && (pictures.length || text || title))
    if (pictures.length) pictures.pop()
    else if (text) text = text.slice(0, text.length >> 1)
    else title = title.slice(0, title.length >> 1)
  var opened = window.open(address() + '&${popupParameter}=1', '_blank', 'popup,width=640,height=780')
  if (opened) opened.opener = null
  else location.href = address()
})()`

/** The script without indentation. None of its lines depends on the line end. */
export const bookmarkletScript = (origin: string): string => sourceOf(origin).replace(/\n\s*/g, '\n')

/** The address of the bookmark. Browsers decode it before they run it. */
export const bookmarkletAddress = (origin: string): string => `javascript:${encodeURIComponent(bookmarkletScript(origin))}`
