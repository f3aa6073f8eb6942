#!/bin/sh
# A till that leaves delivery to `counterfoil-till watch drop`: it drops a sale, waits for the result, and does what it says.
# till.sh sale.json drop
set -eu
sale=$1
drop=$2

# The text of a field, by its first mention. A till with a JSON library uses that.
field() {
  sed -n 's/.*"'"$1"'": *"\([^"]*\)".*/\1/p' "$2" | head -n 1
}

number=$(field transactionNumber "$sale" | tr -c 'A-Za-z0-9\n-' '-')
address=$(field emailAddress "$sale")

# Asks the service about the address before the sale. What it can't tell may be sent to.
if [ -n "$address" ] && [ -n "${COUNTERFOIL_HOST:-}" ]; then
  advice=$(curl -s --max-time 3 -u "$COUNTERFOIL_KEY" -G --data-urlencode "emailAddress=$address" "$COUNTERFOIL_HOST/email-validation" || true)
  case $advice in
    *'"status":"invalid"'*)
      echo "SHOW  Please check the address $address"
      exit 2
      ;;
  esac
fi

result=$drop/$number.result.json
rm -f "$result"
cp "$sale" "$drop/$number.json.tmp"
mv "$drop/$number.json.tmp" "$drop/$number.json"

# A little more than the watcher takes at most.
tries=300
while [ ! -e "$result" ] && [ "$tries" -gt 0 ]; do
  sleep 0.02
  tries=$((tries - 1))
done

if [ ! -e "$result" ]; then
  echo 'SHOW  The digital receipt service is unavailable. A paper receipt will be printed.'
  echo "PRINT $number"
  exit 0
fi
for said in confirm notice; do
  text=$(field "$said" "$result")
  [ -z "$text" ] || echo "SHOW  $text"
done
if grep -q '"print": true' "$result"; then echo "PRINT $number"; fi
