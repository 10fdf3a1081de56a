#!/bin/sh
# Chromium heeds only the last --disable-features. Playwright gives one and tests give others: this hands on one with all.
features=
for argument; do
  shift
  case $argument in
    --disable-features=*) features=${features:+$features,}${argument#*=} ;;
    *) set -- "$@" "$argument" ;;
  esac
done
exec "$TANDEM_TEST_CHROMIUM" "--disable-features=$features" "$@"
