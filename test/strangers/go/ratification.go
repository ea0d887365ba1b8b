// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// role is one of a policy's: how many of which keys it takes.
type role struct {
	Threshold int      `json:"threshold"`
	Keys      [][]byte `json:"keys"`
}

type policy struct {
	Epoch int             `json:"epoch"`
	Roles map[string]role `json:"roles"`
}

type statement struct {
	Subject []struct {
		Digest struct {
			SHA256 string `json:"sha256"`
		} `json:"digest"`
	} `json:"subject"`
	Predicate struct {
		Decision     string `json:"decision"`
		Epoch        int    `json:"epoch"`
		PolicySHA256 string `json:"policy_sha256"`
		Expires      string `json:"expires"`
	} `json:"predicate"`
}

// pae is the pre-authentication encoding of DSSE 1.0.2.
func pae(kind string, body []byte) []byte {
	head := "DSSEv1 " + strconv.Itoa(len(kind)) + " " + kind + " " + strconv.Itoa(len(body)) + " "
	return append([]byte(head), body...)
}

// signers counts the distinct keys of a role that made one of the signatures; key ids are not looked at.
func signers(r role, message []byte, signatures [][]byte) (int, error) {
	var seen [][]byte
	for _, der := range r.Keys {
		parsed, err := x509.ParsePKIXPublicKey(der)
		if err != nil {
			return 0, err
		}
		key, ok := parsed.(ed25519.PublicKey)
		if !ok {
			return 0, errors.New("no Ed25519 key")
		}
		for _, other := range seen {
			if bytes.Equal(other, key) {
				return 0, errors.New("a key twice in one role")
			}
		}
		for _, signature := range signatures {
			if len(signature) == ed25519.SignatureSize && ed25519.Verify(key, message, signature) {
				seen = append(seen, key)
				break
			}
		}
	}
	return len(seen), nil
}

// ratification judges a ratification of one certificate under a policy, by Go's own Ed25519, X.509, SHA-256 and JSON.
func ratification(r request) error {
	var p policy
	if err := json.Unmarshal(r.Policy, &p); err != nil {
		return err
	}
	var s statement
	if err := json.Unmarshal(r.Data, &s); err != nil {
		return err
	}
	hash := sha256.Sum256(r.Policy)
	if s.Predicate.PolicySHA256 != hex.EncodeToString(hash[:]) || s.Predicate.Epoch != p.Epoch {
		return errors.New("under another policy")
	}
	expires, err := time.Parse(time.RFC3339, s.Predicate.Expires)
	if err != nil || s.Predicate.Decision != "approve" || !time.UnixMilli(r.NowMs).Before(expires) {
		return errors.New("no approval in force")
	}
	certificate := sha256.Sum256(r.Certificate)
	if len(s.Subject) != 1 || s.Subject[0].Digest.SHA256 != hex.EncodeToString(certificate[:]) {
		return errors.New("about something else")
	}
	message := pae("application/vnd.in-toto+json", r.Data)
	for _, name := range []string{"council", "authority"} {
		needed := p.Roles[name]
		found, err := signers(needed, message, r.Signatures)
		if err != nil {
			return err
		}
		if found < needed.Threshold || needed.Threshold < 1 {
			return fmt.Errorf("%s: %d of %d", name, found, needed.Threshold)
		}
	}
	return nil
}
