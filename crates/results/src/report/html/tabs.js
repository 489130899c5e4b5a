'use strict';
// Shows one part of the report at a time. Without this all parts stand below each other,
// and the links above lead to them.
{
  const tabs = [...document.querySelectorAll('.parts-of-report a')];
  const parts = tabs.map((tab) => document.querySelector(tab.hash));
  const list = tabs[0].parentElement;
  list.setAttribute('role', 'tablist');
  const show = (shown) => {
    tabs.forEach((tab, place) => {
      const isShown = place === shown;
      tab.setAttribute('aria-selected', isShown);
      tab.tabIndex = isShown ? 0 : -1;
      // Searching for a word finds it in every part.
      if (isShown) parts[place].removeAttribute('hidden');
      else parts[place].setAttribute('hidden', 'until-found');
    });
  };
  tabs.forEach((tab, place) => {
    tab.id = `tab-${place}`;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', parts[place].id);
    parts[place].setAttribute('role', 'tabpanel');
    parts[place].addEventListener('beforematch', () => show(place));
    tab.addEventListener('click', (event) => {
      event.preventDefault();
      history.pushState(null, '', tab.hash);
      show(place);
    });
  });
  list.addEventListener('keydown', (event) => {
    const at = tabs.indexOf(document.activeElement);
    const last = tabs.length - 1;
    const places = { ArrowRight: at < last ? at + 1 : 0, ArrowLeft: at > 0 ? at - 1 : last, Home: 0, End: last };
    if (at < 0 || !(event.key in places) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    tabs[places[event.key]].focus();
    tabs[places[event.key]].click();
  });
  // What is linked to may be in a part that is not shown.
  const follow = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    const place = target ? parts.findIndex((part) => part.contains(target)) : 0;
    show(Math.max(place, 0));
    if (target && !parts.includes(target)) target.scrollIntoView();
  };
  addEventListener('hashchange', follow);
  addEventListener('popstate', follow);
  follow();
}
