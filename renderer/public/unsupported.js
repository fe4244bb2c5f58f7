/* For browsers that know no modules, and therefore none of Strand's code (R26): as old a script as there is. */
(function () {
  var text = 'You need a browser which supports an XMLHttpRequest Object'
  var root = document.getElementById('root')
  var notice = document.createElement('p')
  notice.appendChild(document.createTextNode(text))
  notice.style.cssText = 'max-width:36em;margin:4em auto;padding:0 1em;font:18px/1.5 sans-serif'
  if (root) {
    root.innerHTML = ''
    root.appendChild(notice)
  } else document.documentElement.appendChild(notice)
  window.alert(text)
})()
