import { describe, expect, it } from 'vitest'
import { fakeService, flickrPage, flickrPhoto, make, query, setUp } from './imagesearch.ts'

setUp()

describe('AP9 C2 Flickr', () => {
  it('AP9 D5 Flickr: licences 4, 5 and 6 may be used, others are marked as copyrighted', async () => {
    const service = fakeService(() => flickrPage(Array.from({ length: 11 }, (_, licence) => flickrPhoto(licence, String(licence)))))
    const { results, next, counts } = await make(service).search('flickr', query('fog'))
    expect(results.filter(({ copyright }) => !copyright).map(({ license }) => license.name)).toEqual([
      'CC BY 2.0',
      'CC BY-SA 2.0',
      'CC BY-ND 2.0',
    ])
    expect(results[4]).toEqual({
      id: '4',
      source: 'flickr',
      title: 'Photo 4',
      author: 'Ansel',
      authorUrl: 'https://www.flickr.com/people/ansel',
      href: 'https://www.flickr.com/photos/ansel/4',
      image: 'https://live.staticflickr.com/65535/4_b.jpg',
      thumbnail: 'https://live.staticflickr.com/65535/4_n.jpg',
      width: 1024,
      height: 683,
      secret: '9a8b7c6d5e',
      license: { name: 'CC BY 2.0', url: 'https://creativecommons.org/licenses/by/2.0/' },
      copyright: false,
    })
    expect([next, counts.total]).toEqual([2, 499])
    expect(Object.fromEntries(service.requests[0]!.searchParams)).toMatchObject({
      method: 'flickr.photos.search',
      api_key: 'flickr-key',
      text: 'fog',
      page: '1',
      nojsoncallback: '1',
    })
  })

  it('AP9 B5 pictures under 300 by 200, or without a usable URL, are excluded', async () => {
    const photos = [
      flickrPhoto(1, '4', { width_l: 299, height_l: 900 }),
      flickrPhoto(2, '4', { width_l: 900, height_l: 199 }),
      flickrPhoto(3, '4', { width_l: '300', height_l: '200' }),
      flickrPhoto(4, '4', { url_l: undefined }),
      flickrPhoto(5, '4', { url_l: 'javascript:alert(1)' }),
      { id: 6 },
      null,
      flickrPhoto(7, '4', { title: '<img onerror=1>' }),
    ]
    const { results } = await make(fakeService(() => flickrPage(photos))).search('flickr', query('small'))
    expect(results.map(({ id }) => id)).toEqual(['3', '7'])
  })

  it('AP9 B5 formats other than JPEG and PNG are excluded', async () => {
    const kinds = ['jpg', 'png', 'JPEG', 'gif', 'webp', 'avif', 'svg', 'jpg?x=.gif']
    const photos = kinds.map((kind, id) => flickrPhoto(id, '4', { url_l: `https://live.staticflickr.com/65535/${id}_b.${kind}` }))
    const { results } = await make(fakeService(() => flickrPage(photos))).search('flickr', query('kinds'))
    expect(results.map(({ id }) => kinds[Number(id)])).toEqual(['jpg', 'png', 'JPEG', 'jpg?x=.gif'])
  })

  it('AP9 C2 answered() knows the URLs of previous results', async () => {
    const search = make(fakeService(() => flickrPage([flickrPhoto(1, '4'), flickrPhoto(2, '4', { width_l: 100 })])))
    const [found, small] = [1, 2].map((id) => `https://live.staticflickr.com/65535/${id}_b.jpg`)
    expect(search.answered(found!)).toBe(false)
    await search.search('flickr', query('known'))
    expect([search.answered(found!), search.answered(small!)]).toEqual([true, false])
  })

  it('AP9 Flickr: details and sizes of a photo', async () => {
    const service = fakeService((url) =>
      url.searchParams.get('method') === 'flickr.photos.getInfo'
        ? {
            stat: 'ok',
            photo: {
              id: '4',
              secret: 's',
              license: '2',
              owner: { nsid: '1@N0', username: 'ansel', realname: 'Ansel A.' },
              title: { _content: 'Half &amp; half' },
              description: { _content: 'A <b>view</b> <script>x</script>' },
              tags: { tag: [{ id: '1', raw: 'black & white', _content: 'blackwhite' }] },
              urls: { url: [{ type: 'photopage', _content: 'https://www.flickr.com/photos/ansel/4/' }] },
            },
          }
        : {
            stat: 'ok',
            sizes: {
              canblog: 0,
              size: [
                { label: 'Square', width: 75, height: 75, source: 'https://live.staticflickr.com/1_s.jpg' },
                { label: 'Large', width: '1024', height: '683', source: 'https://live.staticflickr.com/1_b.jpg' },
              ],
            },
          },
    )
    const search = make(service)
    expect(await search.flickrInfo('4', 's')).toMatchObject({
      available: true,
      data: {
        title: 'Half & half',
        description: expect.not.stringContaining('<'),
        author: 'Ansel A.',
        copyright: true,
        tags: ['BlackAndWhite'],
      },
    })
    expect((await search.flickrSizes('4')).data).toEqual([
      { label: 'Large', image: 'https://live.staticflickr.com/1_b.jpg', width: 1024, height: 683 },
    ])
    expect(service.requests.map(({ searchParams }) => [searchParams.get('photo_id'), searchParams.get('secret')])).toEqual([
      ['4', 's'],
      ['4', null],
    ])
  })
})

describe('AP9 the other services', () => {
  it('AP9 500px: results and details', async () => {
    const photo = {
      id: 4930535,
      name: 'Bike',
      width: 2500,
      height: 1883,
      nsfw: false,
      license_type: 4,
      url: '/photo/4930535/bike',
      images: [
        { size: 440, url: 'http://ppcdn.500px.org/1/440.jpg', https_url: 'https://drscdn.500px.org/1/440.jpg', format: 'jpeg' },
        { size: 1080, https_url: 'https://drscdn.500px.org/1/1080.jpg' },
      ],
      user: { id: 171927, username: 'MarkBrunner', fullname: 'mark Brunner' },
    }
    const service = fakeService((url) =>
      url.pathname.endsWith('/search')
        ? { current_page: 1, total_pages: 50, total_items: 8263, photos: [photo, { ...photo, id: 2, license_type: 0 }] }
        : { photo },
    )
    const search = make(service)
    const { results, counts } = await search.search('fivepx', query('bike'))
    expect(results[0]).toMatchObject({
      id: '4930535',
      author: 'mark Brunner',
      href: 'https://500px.com/photo/4930535/bike',
      width: 1080,
      height: 813,
      license: { name: 'CC BY 3.0' },
      copyright: false,
    })
    expect(results[1]).toMatchObject({ copyright: true })
    expect(counts.total).toBe(8263)
    expect(service.requests[0]!.searchParams.get('consumer_key')).toBe('px-key')
    expect((await search.fivePxPhoto('4930535')).data).toMatchObject({ id: '4930535', image: 'https://drscdn.500px.org/1/1080.jpg' })
  })

  it('AP9 Behance: results and details', async () => {
    const project = {
      id: 957077,
      name: 'Posters',
      published_on: 1300000000,
      url: 'https://www.behance.net/gallery/957077/Posters',
      privacy: 'public',
      covers: {
        115: 'https://mir.example/115.png',
        404: 'https://mir.example/404.png',
        808: 'https://mir.example/808.png',
        original: 'https://mir.example/o.png',
      },
      owners: [{ id: 1, display_name: 'Paula', url: 'https://www.behance.net/paula' }],
    }
    const modules = [
      {
        id: 1,
        type: 'image',
        src: 'https://mir.example/d.jpg',
        width: 1400,
        height: 900,
        sizes: { disp: 'https://mir.example/d.jpg', original: 'https://mir.example/full.jpg' },
      },
      { id: 2, type: 'text', text: 'x' },
      { id: 3, type: 'image', src: 'https://mir.example/t.jpg', width: 100, height: 90, sizes: {} },
    ]
    const search = make(
      fakeService((url) => ({
        http_code: 200,
        ...(url.pathname === '/v2/projects' ? { projects: [project] } : { project: { ...project, modules } }),
      })),
    )
    expect((await search.search('behance', query('poster'))).results).toEqual([
      {
        id: '957077',
        source: 'behance',
        title: 'Posters',
        author: 'Paula',
        authorUrl: 'https://www.behance.net/paula',
        href: 'https://www.behance.net/gallery/957077/Posters',
        image: 'https://mir.example/808.png',
        thumbnail: 'https://mir.example/404.png',
        width: 808,
        height: 632,
        license: { name: 'All rights reserved' },
        copyright: true,
      },
    ])
    expect((await search.behanceProject('957077')).data).toMatchObject({
      title: 'Posters',
      images: [{ id: '1', image: 'https://mir.example/full.jpg' }],
    })
  })

  it('AP9 Openverse needs no key', async () => {
    const service = fakeService(() => ({
      result_count: 240,
      page_count: 12,
      page_size: 20,
      page: 1,
      results: [
        {
          id: 'a5b6-uuid',
          title: 'Dog',
          foreign_landing_url: 'https://www.flickr.com/photos/1/2',
          url: 'https://live.staticflickr.com/2.jpg',
          creator: 'Ann',
          creator_url: null,
          license: 'by-sa',
          license_version: '2.0',
          license_url: 'https://creativecommons.org/licenses/by-sa/2.0/',
          provider: 'flickr',
          source: 'flickr',
          category: null,
          height: 768,
          width: 1024,
          thumbnail: 'https://api.openverse.org/v1/images/a5b6-uuid/thumb/',
          mature: false,
          tags: [],
        },
      ],
    }))
    const { results, next } = await make(service, { keys: { flickr: null, fivepx: null, behance: null } }).search('openverse', query('dog'))
    expect(results).toMatchObject([
      {
        id: 'a5b6-uuid',
        author: 'Ann',
        license: { name: 'CC BY-SA 2.0', url: 'https://creativecommons.org/licenses/by-sa/2.0/' },
        copyright: false,
      },
    ])
    expect(results[0]).not.toHaveProperty('authorUrl')
    expect(next).toBe(2)
    expect(service.requests[0]!.searchParams.get('license_type')).toBe('commercial')
    expect(service.requests[0]!.searchParams.get('extension')).toBe('jpg,jpeg,png')
  })

  it('AP9 Wikimedia Commons needs no key', async () => {
    const file = (pageid: number, index: number, mime = 'image/jpeg') => ({
      pageid,
      ns: 6,
      title: `File:Cat ${pageid}.jpg`,
      index,
      imagerepository: 'local',
      imageinfo: [
        {
          size: 1,
          width: 4000,
          height: 3000,
          mime,
          thumburl: `https://upload.wikimedia.org/${pageid}/1024px.jpg`,
          thumbwidth: 1024,
          thumbheight: 768,
          url: `https://upload.wikimedia.org/${pageid}.jpg`,
          descriptionurl: `https://commons.wikimedia.org/wiki/File:Cat_${pageid}.jpg`,
          descriptionshorturl: 'x',
          extmetadata: {
            Artist: { value: '<a href="//x">Ann &amp; Bo</a><script>x</script>', source: 'commons-desc-page' },
            LicenseShortName: { value: 'CC BY-SA 4.0' },
            LicenseUrl: { value: 'https://creativecommons.org/licenses/by-sa/4.0' },
          },
        },
      ],
    })
    const service = fakeService(() => ({
      batchcomplete: true,
      continue: { gsroffset: 20, continue: 'gsroffset||' },
      query: { pages: [file(2, 2), file(1, 1), file(3, 3, 'image/svg+xml'), file(4, 4, 'image/webp')] },
    }))
    const { results, next } = await make(service).search('wikimedia', query('cat', { page: 2 }))
    expect(results.map(({ id, title, author }) => [id, title, author.startsWith('Ann & Bo')])).toEqual([
      ['1', 'Cat 1', true],
      ['2', 'Cat 2', true],
    ])
    expect(results[0]!.author).not.toContain('<')
    expect(next).toBe(3)
    expect(service.requests[0]!.searchParams.get('gsroffset')).toBe('20')
    expect(await make(fakeService(() => ({ batchcomplete: true }))).search('wikimedia', query('nothing'))).toMatchObject({
      results: [],
      next: null,
      message: 'no data',
    })
  })
})
